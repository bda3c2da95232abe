"""The kinds of field that several messages have, with their bounds."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Raw

Json = dict[str, Any]
Own = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]  # what a game sends in its own structs
Name = Annotated[str, Meta(min_length=1, max_length=60)]
TableId = Annotated[str, Meta(min_length=1, max_length=40)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
OrderWord = Annotated[str, Meta(max_length=200)]
OrderLines = Annotated[list[tuple[OrderWord, OrderWord, OrderWord]], Meta(max_length=400)]
Answer = Annotated[str, Meta(max_length=1200)] | Count  # a plan of a whole night is one answer
Seed = Annotated[str, Meta(min_length=1, max_length=100)]
Patience = Annotated[float, Meta(ge=300, le=30 * 86_400)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Marks = Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=500)]
Seating = Annotated[dict[Name, Annotated[str, Meta(max_length=60)]], Meta(max_length=8)]
Id = Annotated[str, Meta(max_length=60)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None
