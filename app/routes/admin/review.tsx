import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { AdminReview } from "#app/components/admin/finds/admin-review.tsx";
import { PAGE } from "#app/components/review/use-review.ts";
import { requireAdminPage } from "#app/http/admin-session.server.ts";
import { readReview } from "#domain/review/read-review.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdminPage(request);
  const { finds, total } = await readReview({ by: "admin" }, { limit: PAGE });
  return { first: { ahead: finds, waiting: total } };
}

/** The screen itself keeps up with the finds that wait. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export default function Review() {
  return <AdminReview {...useLoaderData<typeof loader>()} />;
}
