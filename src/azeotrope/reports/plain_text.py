"""Text of users and files on one line: what it says is kept, what would steer a terminal, parser or reader is not."""

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def one_line(text: str) -> str:
    """Return the text with every white space as a plain space and every other unprintable sign replaced.

    Control characters, unpaired surrogates and signs that turn the direction of writing are unprintable.
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else " " if sign.isspace() else REPLACEMENT for sign in text.replace("\r\n", "\n")
    )
