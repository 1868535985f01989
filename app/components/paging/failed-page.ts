import { isRouteErrorResponse } from "@remix-run/react";

/** Takes the place of a list page that could not be loaded. */
export interface FailedPage {
  failed: true;
}

export const isFailed = (page: object): page is FailedPage => "failed" in page;

/**
 * For a list's clientLoader. Returns a failed page instead of throwing, so that the page can offer to try again.
 * A refusal by the server, for example of a wrong address, still throws.
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
 * The same, but only for a further page, which the request asks for by `parameter`. If that fails, the pages that
 * are already there stay. The first page fails as usual.
 */
export const loadMoreOrFailedPage = <Page>(
  request: Request,
  parameter: string,
  load: () => Promise<Page>,
): Promise<Page | FailedPage> =>
  new URL(request.url).searchParams.has(parameter)
    ? loadOrFailedPage(load)
    : load();
