/** Drops a thing that `remember` keeps, as a new start of the site does. */
export const forget = (name: string) =>
  void (globalThis as { remembered?: Map<string, unknown> }).remembered?.delete(
    name,
  );

/** Starts all limits afresh. */
export const forgetTries = () => forget("tries");
