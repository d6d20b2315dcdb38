"""From text to token ids: the one home of the tokenizers library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tokenizers import Tokenizer

from labcore.errors import ModelError, ParameterError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TokenRow", "Tokeniser"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRow:
    """The tokens of one text, unpadded; the three inputs of the graph for it.

    Attributes:
        ids: Token ids; the first is [CLS], the last is [SEP].
        mask: 1 for each token.
        types: 0 for each token, as there is only one sentence.
        tokens: The word pieces in words.
    """

    ids: tuple[int, ...]
    mask: tuple[int, ...]
    types: tuple[int, ...]
    tokens: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.ids)


class Tokeniser:
    """Cuts texts into word pieces, unpadded, at most ``max_tokens`` long.

    Args:
        data: The bytes of a tokenizer.json.
        max_tokens: The longest row, [CLS] and [SEP] included.

    Raises:
        ModelError: The bytes are not a tokeniser.
    """

    def __init__(self, data: bytes, max_tokens: int) -> None:
        try:
            self._inner = Tokenizer.from_buffer(data)
        except Exception as error:
            # The library raises the bare Exception class for a file that it cannot read.
            raise ModelError("tokenizer.json must hold a tokeniser", got=str(error)) from error
        # The published file pads to 128 and cuts at 128; both would change every vector.
        self._inner.no_padding()
        self._inner.enable_truncation(max_length=max_tokens)

    def rows(self, texts: Sequence[str]) -> list[TokenRow]:
        """Tokenise texts; one row each, in order.

        Raises:
            ParameterError: An item is not a text, or holds half of a surrogate pair.
        """
        for index, text in enumerate(texts):
            _require_text(text, index)
        return [self._row(text) for text in texts]

    def _row(self, text: str) -> TokenRow:
        # One at a time on purpose: the library's batch call starts threads of its own, which would
        # break a one-thread promise and prints a warning in every later fork. The graph is about
        # a hundred times slower than this.
        found = self._inner.encode(text)
        return TokenRow(
            ids=tuple(found.ids),
            mask=tuple(found.attention_mask),
            types=tuple(found.type_ids),
            tokens=tuple(found.tokens),
        )


def _require_text(text: object, index: int) -> None:
    if not isinstance(text, str):
        raise ParameterError("every item to embed must be a text", got=repr(text), place=f"texts[{index}]")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ParameterError(
            "a text must be valid Unicode, and a lone surrogate is not",
            got=f"{error.object[error.start]!r} at character {error.start}",
            place=f"texts[{index}]",
            remedy="Decode the text with errors='replace' where it was read",
        ) from error
