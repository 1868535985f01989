import { isRouteErrorResponse } from "@remix-run/react";

/** What takes the place of a page of a list that could not be loaded. */
export interface FailedPage {
  failed: true;
}

export const isFailed = (page: object): page is FailedPage => "failed" in page;

/**
 * For a list's clientLoader: says that the list could not be loaded, so that the page can offer to try
 * again. What the server refuses (a wrong address, say) is still an error.
 */
export const loadOrFailedPage = <Page>(
  load: () => Promise<Page>,
): Promise<Page | FailedPage> =>
  load().catch((error: unknown): FailedPage => {
    if (isRouteErrorResponse(error) && error.status < 500) throw error;
    console.error("Error loading a list", error);
    return { failed: true };
  });

/**
 * The same, but only for pages that are asked for with one of the list's own parameters: one more page that
 * does not come is no reason to take away those that are there. A visit fails as any other.
 */
export const loadMoreOrFailedPage = <Page>(
  request: Request,
  parameter: string,
  load: () => Promise<Page>,
): Promise<Page | FailedPage> =>
  new URL(request.url).searchParams.has(parameter)
    ? loadOrFailedPage(load)
    : load();
