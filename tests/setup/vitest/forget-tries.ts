/** Starts all limits afresh, as a new start of the site does. */
export const forgetTries = () =>
  void (globalThis as { remembered?: Map<string, unknown> }).remembered?.delete(
    "tries",
  );
