"""From text to token ids: the one home of the tokenizers library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from labcore.errors import ModelError, ParameterError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TokenRow", "Tokeniser", "require_texts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRow:
    """The graph's three inputs for one text, unpadded.

    Attributes:
        ids: Token ids; the first is [CLS], the last is [SEP].
        mask: 1 for each token.
        types: 0 for each token, as there is only one sentence.

    Raises:
        ModelError: The three differ in length, or are empty.
    """

    ids: tuple[int, ...]
    mask: tuple[int, ...]
    types: tuple[int, ...]

    def __post_init__(self) -> None:
        lengths = {len(self.ids), len(self.mask), len(self.types)}
        if len(lengths) != 1 or not self.ids:
            raise ModelError(
                "ids, mask and types of a text must have one length", got=f"{sorted(lengths)} tokens"
            )

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
        from tokenizers import Tokenizer  # noqa: PLC0415  # loaded only when there is a text to cut

        try:
            self._inner = Tokenizer.from_buffer(data)
        except ValueError as error:
            raise ModelError("tokenizer.json must hold a tokeniser", got=str(error)) from error
        # The published file pads to 128 tokens and cuts at 128; both would change vectors.
        self._inner.no_padding()
        self._inner.enable_truncation(max_length=max_tokens)

    def rows(self, texts: Sequence[str], *, first: int = 0) -> list[TokenRow]:
        """Tokenise texts; one row each, in order.

        Args:
            texts: Any texts, also empty ones.
            first: The number of the first text in a longer series, for messages.

        Raises:
            ParameterError: An item is not a text, or holds half of a surrogate pair.
        """
        require_texts(texts, first=first)
        return [self._row(text) for text in texts]

    def pieces(self, ids: Sequence[int]) -> tuple[str, ...]:
        """Give the word piece of each id, such as ``[CLS]`` or ``##ing``."""
        return tuple(str(self._inner.id_to_token(number)) for number in ids)

    def _row(self, text: str) -> TokenRow:
        # One at a time on purpose: the library's batch call starts threads of its own, which breaks a
        # one-thread promise and prints a warning in every later fork. The graph takes a hundred times
        # longer than this.
        found = self._inner.encode(text)
        return TokenRow(ids=tuple(found.ids), mask=tuple(found.attention_mask), types=tuple(found.type_ids))


def require_texts(texts: Sequence[object], *, first: int = 0) -> None:
    """Refuse one bare text, an item that is not a text, and a text with half of a surrogate pair.

    Args:
        texts: What is to be embedded.
        first: The number of the first text in a longer series, for messages.

    Raises:
        ParameterError: As said above; the message names the item by its number.
    """
    if isinstance(texts, str):
        rule = "texts must be a sequence of texts, not one text"
        raise ParameterError(rule, got=repr(texts), remedy="Write [text]")
    for index, text in enumerate(texts, start=first):
        if not isinstance(text, str):
            rule = "every item to embed must be a text"
            raise ParameterError(rule, got=repr(text), place=f"texts[{index}]")
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise ParameterError(
                "a text must be valid Unicode, and half of a surrogate pair is not",
                got=f"{text[error.start]!r} at character {error.start}",
                place=f"texts[{index}]",
                remedy="Read the text with errors='replace', or leave it out",
            ) from error
