"""Audit a representation: python audit.py -m claim=geometry dataset=keller representation=morgan,rdkit_2d."""

from azeotrope.apps.audit import main

if __name__ == "__main__":
    main()
