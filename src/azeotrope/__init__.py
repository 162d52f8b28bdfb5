"""azeotrope: does a molecular model know how molecules mix, or only the molecules?"""

__version__ = "0.1.0"
