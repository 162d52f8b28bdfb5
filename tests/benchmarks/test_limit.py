from pathlib import Path

import pytest
import torch
from limit import STAGE, Recorder
from torch import nn


def test_products_of_a_linear_layer_forward_and_backward() -> None:
    """5 rows through 3 x 2 weights: the output, then the gradients of the input and of the weights."""
    layer, inputs = nn.Linear(3, 2), torch.ones(5, 3, requires_grad=True)
    with Recorder() as recorder:
        layer(inputs).sum().backward()
    assert recorder.products == [(5, 3, 2), (5, 2, 3), (2, 5, 3)]


@pytest.mark.slow
@pytest.mark.data
def test_the_limit_is_that_of_the_products_of_a_fit(tmp_path: Path) -> None:
    threads = torch.get_num_threads()
    [row] = STAGE.measure(STAGE.quick, tmp_path)
    assert row.keys() == STAGE.columns.keys()
    assert row["mflop_per_row"] > 0.1
    assert row["share_percent"] == pytest.approx(100 * row["rows_per_s"] / row["limit_rows_per_s"])
    assert torch.get_num_threads() == threads
