"""What every test shares."""

from hypothesis import settings

# A machine that runs other things at the same time is slow now and then; the time limit of pytest still holds.
settings.register_profile("lab", deadline=None)
settings.load_profile("lab")
