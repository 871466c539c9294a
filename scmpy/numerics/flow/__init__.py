"""Along the flow: what happens beside a motion, and its orbits that come back."""
