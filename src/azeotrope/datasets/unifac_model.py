"""Modified UNIFAC (Dortmund): excess properties of liquid mixtures from group contributions."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from azeotrope.chemistry.units import GAS_CONSTANT_J_PER_MOL_K
from azeotrope.typing import FloatArray, IntArray

COORDINATION = 10.0
STEP = 1e-30

# Real, or complex where a derivative is taken along the imaginary axis.
NumberArray = NDArray[np.float64] | NDArray[np.complex128]


@dataclass(frozen=True, eq=False)
class ModifiedUnifac:
    """The model for `m` components made of `g` groups.

    First derivatives are exact: they are the imaginary parts of values at an argument with a tiny imaginary step
    [3]_, so every formula below stands once.

    Attributes
    ----------
    counts
        How often component `i` holds group `k`, shape `(m, g)`.
    volume, surface
        Van der Waals volume `R` and surface `Q` of the groups, shape `(g,)`.
    interaction
        Parameters `a` (K), `b` (1) and `c` (1/K) of group pairs, shape `(3, g, g)`; NaN where unpublished, so that
        mixtures which need them are NaN instead of silently ideal.

    References
    ----------
    .. [1] Weidlich, Gmehling. Ind. Eng. Chem. Res. 26 (1987) 1372, doi 10.1021/ie00067a018.
    .. [2] Constantinescu, Gmehling. J. Chem. Eng. Data 61 (2016) 2738, doi 10.1021/acs.jced.6b00136.
    .. [3] Squire, Trapp. SIAM Review 40 (1998) 110, doi 10.1137/S003614459631241X.
    """

    counts: FloatArray
    volume: FloatArray
    surface: FloatArray
    interaction: FloatArray

    def take(self, components: IntArray | list[int] | tuple[int, ...]) -> "ModifiedUnifac":
        """Return the model of some components, in the given order, with only the groups they hold."""
        counts = self.counts[list(components)]
        held = np.flatnonzero(counts.any(axis=0))
        return replace(
            self,
            counts=counts[:, held],
            volume=self.volume[held],
            surface=self.surface[held],
            interaction=self.interaction[:, held[:, None], held],
        )

    @cached_property
    def is_defined(self) -> bool:
        """Whether every pair of groups has interaction parameters."""
        return not np.isnan(self.interaction).any()

    def ln_gamma(self, mole_fraction: NumberArray, temperature_k: complex) -> NumberArray:
        """Return the logarithms of the activity coefficients.

        Parameters
        ----------
        mole_fraction
            Shape `(n, m)`, rows sum to 1; zeros are allowed (infinite dilution).
        temperature_k
            Kelvin.

        Returns
        -------
        Shape `(n, m)`; 0 for a pure component, NaN where parameters are unpublished.
        """
        ln_group = self._ln_group(mole_fraction, temperature_k) @ self.counts.T
        ln_group_pure = self._ln_group(np.eye(len(self.counts)), temperature_k)
        return np.asarray(self._combinatorial(mole_fraction) + ln_group - (self.counts * ln_group_pure).sum(axis=1))

    def excess_enthalpy(self, mole_fraction: FloatArray, temperature_k: float) -> FloatArray:
        """Return the excess enthalpy H^E = -R T^2 sum_i x_i dln(gamma_i)/dT in J/mol, shape `(n,)`."""
        slope = self.ln_gamma(mole_fraction, temperature_k + 1j * STEP).imag / STEP
        return np.asarray(-GAS_CONSTANT_J_PER_MOL_K * temperature_k**2 * (mole_fraction * slope).sum(axis=1))

    def smallest_curvature(self, mole_fraction: FloatArray, temperature_k: float) -> FloatArray:
        """Return the smallest eigenvalue of the Hessian of the Gibbs energy of mixing over RT, shape `(n,)`.

        The Hessian is taken over the first `m - 1` mole fractions. The liquid is unstable against demixing where the
        eigenvalue is negative, and a liquid with positive values at all compositions never splits. All mole fractions
        must be positive. A single component has no direction to demix in: the value is infinite.
        """
        free = mole_fraction.shape[1] - 1
        hessian = np.empty((len(mole_fraction), free, free))
        for direction in range(free):
            shifted = mole_fraction.astype(np.complex128)
            shifted[:, direction] += 1j * STEP
            shifted[:, -1] -= 1j * STEP
            ln_activity = np.log(shifted) + self.ln_gamma(shifted, temperature_k)
            hessian[:, :, direction] = (ln_activity[:, :-1] - ln_activity[:, -1:]).imag / STEP
        return np.asarray(np.linalg.eigvalsh(hessian).min(axis=1, initial=np.inf))

    def _combinatorial(self, mole_fraction: NumberArray) -> NumberArray:
        """ln(gamma) from sizes and shapes alone; the exponent 3/4 is what `modified` means."""
        volume, surface = self.counts @ self.volume, self.counts @ self.surface
        modified = volume**0.75 / (mole_fraction @ volume**0.75)[:, None]
        ratio = (volume / surface) / ((mole_fraction @ volume) / (mole_fraction @ surface))[:, None]
        return 1 - modified + np.log(modified) - COORDINATION / 2 * surface * (1 - ratio + np.log(ratio))

    def _ln_group(self, mole_fraction: NumberArray, temperature_k: complex) -> NumberArray:
        """ln(Gamma_k) of each group in each mixture, shape `(n, g)`."""
        a, b, c = self.interaction
        psi = np.exp(-(a / temperature_k + b + c * temperature_k))
        area = (mole_fraction @ self.counts) * self.surface
        theta = area / area.sum(axis=1, keepdims=True)
        weighted = theta @ psi
        with np.errstate(invalid="ignore"):  # unpublished parameters are NaN on purpose
            return np.asarray(self.surface * (1 - np.log(weighted) - (theta / weighted) @ psi.T))
