"""Search for the best parameters of a model: python tune.py model=rdkit_xgb dataset=dcn."""

from azeotrope.apps.tune import main

if __name__ == "__main__":
    main()
