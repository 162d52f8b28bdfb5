"""`audit.py`: compose, gather the evidence for every job's claim, and put it beside each other."""

from hydra.core.hydra_config import HydraConfig
from omegaconf import DictConfig

from azeotrope.apps.launch import job_name, launch, refuse_sweep_without_multirun, session_of


def main() -> None:
    """Run `audit.py`; exits with 0 only when every audit is done."""
    launch("audit", job)


def job(config: DictConfig) -> None:
    """Run one audit."""
    from azeotrope.apps.auditing import Audit, prepare_audit
    from azeotrope.apps.run_once import run_once

    session = session_of(config)

    def prepare() -> Audit:
        refuse_sweep_without_multirun()
        return prepare_audit(config, session, HydraConfig.get().overrides.task)

    run_once(prepare, session, job_name())
