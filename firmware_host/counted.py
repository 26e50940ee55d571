"""A count in English, for what a command prints; the page has plurals of its own in every language."""


def counted(count: int, one: str, many: str) -> str:
    """`1 game`, `2 games`, `0 games`."""
    return f"{count} {one if count == 1 else many}"
