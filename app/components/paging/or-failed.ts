/** What stands for a page of a list that could not be loaded. */
export interface FailedPage {
  failed: true;
}

/**
 * For a list's clientLoader: one more page that does not come is no reason to take away those that
 * are there. Only pages asked for with one of the list's own parameters; a visit still fails as any.
 */
export async function orFailedPage<Page>(
  request: Request,
  parameter: string,
  load: () => Promise<Page>,
): Promise<Page | FailedPage> {
  if (!new URL(request.url).searchParams.has(parameter)) return load();
  return load().catch((error: unknown): FailedPage => {
    console.error("Error loading more", error);
    return { failed: true };
  });
}
