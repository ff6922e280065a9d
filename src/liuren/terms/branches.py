"""The twelve branches (地支) 子…亥 = 0…11; even is yang. Also the twelve branch spirits.

Source: 六壬大全 volume 1. Mansions as named at the head of the twelve 射覆 chapters.
"""

from __future__ import annotations

from typing import Final

NAMES: Final = ("子", "丑", "寅", "卯", "辰", "巳", "午", "未", "申", "酉", "戌", "亥")
#: Their Korean readings.
HANGUL: Final = "자축인묘진사오미신유술해"

#: Names of the branches as spirits of the heaven plate (月將).
SPIRITS: Final = (
    "神后", "大吉", "功曹", "太沖", "天罡", "太乙",
    "勝光", "小吉", "傳送", "從魁", "河魁", "登明",
)  # fmt: skip

#: Element of each branch: 寅卯木 巳午火 申酉金 亥子水 辰戌丑未土.
ELEMENTS: Final = (4, 2, 0, 0, 2, 1, 1, 2, 3, 3, 2, 4)

#: Stems that lodge on each branch; 子卯午酉 carry none.
LODGERS: Final[tuple[tuple[int, ...], ...]] = (
    (), (9,), (0,), (), (1,), (2, 4), (), (3, 5), (6,), (), (7,), (8,),
)  # fmt: skip

#: 孟 仲 季 = 0, 1, 2: 寅申巳亥, 子午卯酉, 辰戌丑未.
RANKS: Final = (1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0)

#: The 28 lunar mansions by the branch that holds them.
MANSIONS: Final = (
    ("女", "虛", "危"), ("斗", "牛"), ("尾", "箕"), ("氐", "房", "心"), ("角", "亢"), ("翼", "軫"),
    ("柳", "星", "張"), ("井", "鬼"), ("觜", "參"), ("胃", "昴", "畢"), ("奎", "婁"), ("室", "壁"),
)  # fmt: skip


def is_yang(branch: int) -> bool:
    """陽支 子寅辰午申戌."""
    return branch % 2 == 0


def mansion_branch(mansion: str) -> int | None:
    """Branch that holds a lunar mansion, or None if there is no such mansion."""
    for branch, mansions in enumerate(MANSIONS):
        if mansion in mansions:
            return branch
    return None
