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
RESUME = "resume.ckpt"
LOG = "log.txt"
LOCK = ".lock"
MLFLOW = "mlflow.json"

REQUIRED_RESULTS = (METRICS, REASONS, PREDICTIONS, SPLIT, LEAKAGE, VERSIONS, MODEL)
RESULTS = (*REQUIRED_RESULTS, MIXING_CURVE)
