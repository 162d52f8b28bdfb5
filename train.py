"""Train, evaluate and compare: python train.py -m model=ideal,dmpnn split=mixture,molecule."""

from azeotrope.apps.train import main

if __name__ == "__main__":
    main()
