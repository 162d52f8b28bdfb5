"""Names of the files in a run folder, in one place."""

RUNS = "runs"

CONFIG = "config.yaml"
IDENTITY = "identity.json"
STATUS = "status.json"
METRICS = "metrics.json"
REASONS = "reasons.json"
PREDICTIONS = "predictions.parquet"
SPLIT = "split.npz"
LEAKAGE = "leakage.json"
VERSIONS = "versions.json"
MODEL = "model.ckpt"
MIXING_CURVE = "mixing_curve.png"
CURVES = "curves.json"
FINDINGS = "findings.csv"
IDENTITIES = "identities.csv"
ARRAYS = "arrays.npz"
EVIDENCE = "evidence.json"
FIGURE = "figure.png"
RESUME = "resume.ckpt"
LOG = "log.txt"
LOCK = ".lock"
MLFLOW = "mlflow.json"

COMMON_RESULTS = (METRICS, REASONS, VERSIONS)
FOLD_RESULTS = (*COMMON_RESULTS, PREDICTIONS, SPLIT, LEAKAGE, MODEL)
AUDIT_RESULTS = (*COMMON_RESULTS, FINDINGS, IDENTITIES, ARRAYS, EVIDENCE, FIGURE)
RESULTS = tuple(dict.fromkeys((*FOLD_RESULTS, MIXING_CURVE, CURVES, *AUDIT_RESULTS)))
