"""Audits in long form for other programs: one row per number."""

from collections.abc import Sequence

import pandas as pd

from azeotrope.audits.finding_table import to_frame
from azeotrope.reports.audit_records import AUDIT_LABELS, AuditSummary


def audit_csv_text(audits: Sequence[AuditSummary]) -> str:
    """Return a CSV with the labels of each audit, its run id, and the columns of `to_frame`; no value is no text."""
    frames = []
    for audit in audits:
        frame = to_frame(audit.findings)
        labels = {name: audit.labels[name] for name in AUDIT_LABELS} | {"run_id": audit.run_id}
        for position, (name, value) in enumerate(labels.items()):
            frame.insert(position, name, value)
        frames.append(frame)
    return pd.concat(frames).to_csv(index=False, lineterminator="\n") if frames else ""
