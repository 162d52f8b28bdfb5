"""What the sections of a report are called, and how each is read."""

# Name, title and lead of each section, in their order.
SECTIONS = (
    (
        "leaderboard",
        "Leaderboard",
        "Excess RMSE is the error of what a model must know about mixing; the excess ratio is 1 for ideal mixing.",
    ),
    (
        "decomposition",
        "Where the error is",
        (
            "The error of a prediction is that of its ideal part, which the pure compounds give, plus that of the "
            "excess, which only mixing gives."
        ),
    ),
    (
        "paired-tests",
        "Which differences are more than chance",
        "Pairs of models on the test rows that both predicted, with Holm's correction for the number of pairs.",
    ),
    (
        "featurizers",
        "Models beside ideal mixing",
        "What lies beyond the line of ideal mixing adds nothing to the pure values.",
    ),
    (
        "pure-to-mixture",
        "Pure compounds or mixtures in training?",
        (
            "Error after training on pure compounds only, those of the test mixtures among them, minus error after "
            "training on pure compounds and mixtures of other molecules."
        ),
    ),
    ("learning-curves", "How many mixtures it takes", "Error by the number of component sets in training."),
    ("temperature", "How temperature enters", "Models that differ in nothing but their temperature law."),
    ("parity", "Prediction against truth", "Every test row of all folds, of the best models of each split."),
    (
        "curves",
        "Mixing curves",
        (
            "The binary test mixtures with the smallest, the median and the largest excess error, of the best models "
            "of each split, with the line of ideal mixing; the shaded area is the predicted excess."
        ),
    ),
    (
        "pairs",
        "Bias and error by pair of compounds",
        "Of the best model of each split: the picture shows the mean error of the excess, the table the largest RMSEs.",
    ),
    (
        "consistency",
        "What must not change a prediction",
        "Order of the components, equal components written twice, and the like: each should change nothing.",
    ),
    (
        "leakage",
        "What test rows share with training",
        "The promise of a split is checked in every run; this is what its test rows share all the same.",
    ),
)
