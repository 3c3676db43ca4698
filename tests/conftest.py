"""What holds for every test: no time is asserted, so that a busy machine fails none."""

from hypothesis import settings

settings.register_profile("autoplay", deadline=None)
settings.load_profile("autoplay")
