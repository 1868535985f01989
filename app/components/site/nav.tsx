import { Link, NavLink } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { CloseIcon, MenuIcon } from "../ui/icons.tsx";
import { withVersion } from "./with-version.ts";
import "./nav.css";

const ITEMS = {
  public: [
    { to: "/", label: "Home" },
    { to: "/share-your-rock", label: "Share Your Rock" },
    { to: "/photos", label: "Photos" },
    { to: "/track-the-rocks", label: "Track The Rocks" },
    { to: "/map", label: "Map" },
    { to: "/sudc", label: "SUDC" },
  ],
  admin: [
    { to: "/admin", label: "Dashboard" },
    { to: "/admin/jobs", label: "Jobs" },
    { to: "/admin/users", label: "Users" },
    { to: "/admin/rocks", label: "Rocks" },
    { to: "/admin/albums", label: "Albums" },
    { to: "/admin/journey", label: "Journey" },
    { to: "/admin/site", label: "Site" },
    { to: "/", label: "Exit Admin" },
  ],
} as const;

interface Props {
  of: keyof typeof ITEMS;
  /** Unknown on the page for a wrong address. */
  siteName?: string;
  logoVersion?: string | null;
}

export function Nav({ of, siteName, logoVersion = null }: Props) {
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const close = ({ target }: Event) => {
      const isInside = [list, toggle].some(
        ({ current }) => target instanceof Node && current?.contains(target),
      );
      if (!isInside) setOpen(false);
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener("click", close);
    document.addEventListener("focusin", close);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("focusin", close);
      document.removeEventListener("keydown", closeByKey);
    };
  }, [open]);

  function follow() {
    setOpen(false);
    window.scrollTo({ top: 0, behavior: "instant" });
  }

  return (
    <header className="site-head">
      <nav
        className={open ? "site-nav site-nav--open" : "site-nav"}
        aria-label={of === "admin" ? "Admin" : "Main"}
      >
        <Link className="site-brand" to="/" onClick={follow}>
          <img
            src={withVersion("/logo.webp", logoVersion)}
            alt={siteName ? "" : "Home"}
            width={42}
            height={42}
          />
          {siteName}
        </Link>
        <button
          ref={toggle}
          type="button"
          className="icon-btn site-burger"
          aria-label={open ? "Close the menu" : "Open the menu"}
          aria-expanded={open}
          aria-controls="site-menu"
          onClick={() => setOpen(!open)}
        >
          {open ? <CloseIcon /> : <MenuIcon />}
        </button>
        <ul ref={list} id="site-menu" className="site-menu">
          {ITEMS[of].map(({ to, label }) => (
            <li key={label}>
              <NavLink
                to={to}
                end
                prefetch={of === "public" ? "intent" : "none"}
                onClick={follow}
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
