"""Single values in canonical characters, and the base of all documents."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

Branch = TypeAliasType(
    "Branch",
    Literal["子", "丑", "寅", "卯", "辰", "巳", "午", "未", "申", "酉", "戌", "亥"],
)
Stem = TypeAliasType("Stem", Literal["甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸"])
General = TypeAliasType(
    "General",
    Literal[
        "貴人", "騰蛇", "朱雀", "六合", "勾陳", "青龍",
        "天空", "白虎", "太常", "玄武", "太陰", "天后",
    ],
)  # fmt: skip
Element = TypeAliasType("Element", Literal["木", "火", "土", "金", "水"])
State = TypeAliasType("State", Literal["旺", "相", "休", "囚", "死"])
Position = TypeAliasType("Position", Literal["stem", "noble", "general", "seat"])
Pillar = TypeAliasType(
    "Pillar",
    Annotated[
        str,
        Field(
            pattern="^[甲乙丙丁戊己庚辛壬癸][子丑寅卯辰巳午未申酉戌亥]$",
            description="Stem and branch, e.g. 甲子",
        ),
    ],
)
#: Language id (zh-Hant, zh-Hans, ko, en) → text.
Labels = TypeAliasType("Labels", dict[str, str])
#: ``name`` and the value of every option.
ConventionOptions = TypeAliasType(
    "ConventionOptions",
    Annotated[dict[str, str], Field(description="The convention: its name and every option")],
)


class Document(BaseModel):
    """Base of what Liuren gives out. Open: fields may be added by later versions."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)


class Warning_(Document):  # noqa: N801
    """Something to know before relying on a result. Near a boundary ``candidates`` holds both readings."""

    model_config = ConfigDict(title="Warning")

    code: str
    message: str
    labels: Labels | None = None
    term: str | None = None
    zone: str | None = None
    seconds: float | None = Field(default=None, description="Distance to the boundary")
    uncertainty: float | None = Field(
        default=None, description="How well the boundary is known, in seconds"
    )
    candidates: list[dict[str, Any]] | None = None


class Rarity(Document):
    """In how many charts a clause fires."""

    fires: int
    states: int
