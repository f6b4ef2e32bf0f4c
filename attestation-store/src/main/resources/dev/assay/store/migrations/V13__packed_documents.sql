-- Decisions, control states and envelopes are kept packed from now on; those that are there stay.
${documents};
