import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@remix-run/react";
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type RefObject,
} from "react";
import { PAGES, type Page } from "#app/pages.ts";
import type { SiteNames } from "#domain/site/answers.ts";
import { addDialogStep } from "../ui/dialog-steps.ts";
import { CloseIcon, MenuIcon } from "../ui/icons.tsx";
import { sitePictureAddress } from "#domain/store/media-addresses.ts";
import "./nav.css";

export const pageNames: Record<string, MessageDescriptor> = {
  "/": msg`Home`,
  "/share-your-rock": msg`Share Your Rock`,
  "/photos": msg`Photos`,
  "/track-the-rocks": msg`Track The Rocks`,
  "/all-rocks": msg`All Rocks`,
  "/map": msg`Map`,
  "/sudc": msg`SUDC`,
  "/privacy": msg`Privacy`,
};

const ITEMS: Record<string, Pick<Page, "path" | "label">[]> = {
  public: PAGES.filter(({ nav }) => nav === "public"),
  keepsake: PAGES.filter(({ kept }) => kept),
  admin: [
    ...PAGES.filter(({ nav }) => nav === "admin"),
    { path: "/", label: "Exit Admin" },
  ],
};

interface Props {
  of: "public" | "keepsake" | "admin";
  /** Unknown on the page for a wrong address. */
  site?: SiteNames;
  logoVersion?: string | null;
}

export function Nav({ of, site, logoVersion = null }: Props) {
  const { t, i18n } = useLingui();
  const { pathname, search, hash } = useLocation();
  // A QR code's page is the home page with a greeting.
  const here = pathname === "/qr" ? "/" : pathname;
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  const close = useCallback(() => setOpen(false), []);
  useClosing(open, close, toggle, list);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    // The router would put the page into the menu's step, and the same page would stay below it.
    const isHere = event.currentTarget.pathname === pathname;
    if (open && isHere && search + hash === "") event.preventDefault();
    setOpen(false);
    window.scrollTo({ top: 0, behavior: "instant" });
  }

  return (
    <header className={`site-head ${open ? "site-head--open" : ""}`}>
      <nav
        className={`site-nav row ${open ? "site-nav--open" : ""}`}
        aria-label={of === "admin" ? "Admin" : t`Main`}
      >
        <Link className="site-brand row plain" to="/" onClick={follow}>
          <img
            src={sitePictureAddress("logo", logoVersion)}
            alt={site ? "" : t`Home`}
            width={42}
            height={42}
          />
          {site && <bdi lang={site.lang.site_name}>{site.site_name}</bdi>}
        </Link>
        <button
          ref={toggle}
          type="button"
          className="icon-btn site-burger"
          aria-label={open ? t`Close the menu` : t`Open the menu`}
          aria-expanded={open}
          aria-controls="site-menu"
          onClick={() => setOpen(!open)}
        >
          {open ? <CloseIcon /> : <MenuIcon />}
        </button>
        <ul ref={list} id="site-menu" className="site-menu wrap">
          {ITEMS[of]!.map(({ path, label }) => (
            <li key={path}>
              <Link
                to={path}
                aria-current={path === here ? "page" : undefined}
                prefetch={of === "public" ? "intent" : "none"}
                onClick={follow}
              >
                {label ?? i18n._(pageNames[path]!)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

/**
 * Closes an open menu when a click or the focus is outside of it, and by Back or Escape, which lead back to its
 * button.
 */
export function useClosing(
  isOpen: boolean,
  close: () => void,
  button: RefObject<HTMLElement>,
  menu: RefObject<HTMLElement>,
) {
  useEffect(() => {
    if (!isOpen) return;
    const leadBack = () => {
      close();
      button.current?.focus();
      return true;
    };
    const takeBack = addDialogStep(leadBack);
    let byLink = false;
    const noteLink = ({ target }: Event) => {
      byLink = target instanceof Element && target.closest("a") !== null;
    };
    const closeOutside = ({ target }: Event) => {
      const isInside = [menu, button].some(
        ({ current }) => target instanceof Node && current?.contains(target),
      );
      if (!isInside) close();
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") leadBack();
    };
    // Before the link itself, which may close the menu at once.
    document.addEventListener("click", noteLink, true);
    document.addEventListener("click", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeByKey);
    return () => {
      takeBack({ byLink });
      document.removeEventListener("click", noteLink, true);
      document.removeEventListener("click", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeByKey);
    };
  }, [isOpen, close, button, menu]);
}
