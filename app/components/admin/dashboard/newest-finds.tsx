import { Link } from "@remix-run/react";
import { formatDay } from "#app/components/rocks/days.ts";
import type { PublicFind } from "#domain/finds/answers.ts";
import { imageThumbnailAddress } from "#domain/store/media-addresses.ts";

/** What every visitor sees at the top of the list. */
export function NewestFinds({ finds }: { finds: PublicFind[] }) {
  return (
    <section aria-labelledby="newest" className="newest">
      <header className="dashboard-head">
        <h2 id="newest">Newest finds</h2>
        <Link to="/admin/journey">Go to the journey posts</Link>
      </header>
      {finds.length === 0 ? (
        <p className="admin-empty">
          No find is shown yet. The first one will be here.
        </p>
      ) : (
        <ul className="dashboard-rows">
          {finds.map((find) => (
            <li key={find.uuid}>
              {find.imagenames[0] ? (
                <img
                  className="thumb"
                  src={imageThumbnailAddress(find, find.imagenames[0])}
                  alt=""
                  width={50}
                  height={50}
                  loading="lazy"
                />
              ) : (
                <span className="thumb thumb--none" />
              )}
              <span className="dashboard-row-text">
                <b>Rock {find.rock_number}</b> {find.location}
              </span>
              <time dateTime={find.date}>{formatDay(find.date)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
