import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { byKey, type Access } from "#app/components/api/send.ts";
import { ToastRegion } from "#app/components/toast/toast-region.tsx";
import { useReview } from "#app/components/review/use-review.ts";
import { ReviewScreen } from "#app/components/review/review-screen.tsx";
import { pageMeta } from "#app/components/site/page-meta.ts";
import { neverTold } from "#app/http/page.server.ts";

export const headers = neverTold;

export const meta = pageMeta(() => ({
  title: "Waiting finds",
  description: "Finds that wait to be shown, for whoever got the daily mail.",
  unlisted: true,
}));

/** The review that a daily mail links to. Only the browser knows the key, which is the address's fragment. */
export default function ReviewByKey() {
  const [access, setAccess] = useState<Access>();
  useEffect(() => setAccess(byKey(window.location.hash.slice(1))), []);
  if (access)
    return (
      <ToastRegion>
        <OpenReview access={access} />
      </ToastRegion>
    );
  return (
    <div className="prose">
      <h1>Waiting finds</h1>
      <p role="status">Loading…</p>
      <noscript>
        <p>
          This page needs JavaScript, because only your browser knows the key
          that opens it. <a href="/login">Sign in</a> instead.
        </p>
      </noscript>
    </div>
  );
}

function OpenReview({ access }: { access: Access }) {
  const review = useReview(access);
  if (review.status === "closed")
    return (
      <div className="prose">
        <h1>This link doesn’t work any more</h1>
        <p>
          The links in our mails work for seven days. The finds are still here,
          and nothing is lost: sign in to look at them, or wait for the next
          mail.
        </p>
        <p>
          <Link className="btn" to="/login">
            Sign in
          </Link>
        </p>
      </div>
    );
  return <ReviewScreen review={review} />;
}
