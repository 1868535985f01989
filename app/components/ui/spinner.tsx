/** Turns while something is running. The words beside it say what. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />;
