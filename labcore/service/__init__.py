"""Scoped facts over HTTP and MCP, and a chat whose model may only search."""

__all__: list[str] = []
