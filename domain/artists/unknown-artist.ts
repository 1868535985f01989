/** The artist of rocks whose painter nobody knows. It is there from the start and can't be deleted. */
export const UNKNOWN_ARTIST = "UNKNOWN";
