/*
 * The search, the picture viewer and the maps of a keepsake. A classic script, because a browser loads no modules
 * from a disk. Every page is whole without it.
 */
(() => {
  "use strict";

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
      if (key in element) element[key] = value;
      else element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  // ── Words ──────────────────────────────────────────────────────────────────────────────────────

  /** In the language of the pages, from the line before this script. */
  const words = window.keepsakeWords;
  const rules = new Intl.PluralRules(document.documentElement.lang);
  const fill = (text, ...values) =>
    text.replace(/#([12])/g, (_, number) => values[number - 1]);
  const count = (forms, number, ...more) =>
    fill(forms[rules.select(number)], number, ...more);
  const isFromRight = document.documentElement.dir === "rtl";

  // ── Picture viewer ─────────────────────────────────────────────────────────────────────────────

  const pictures = (gallery) => [...gallery.querySelectorAll("a[data-large]")];
  let viewer;

  function makeViewer() {
    const status = make("span");
    const image = make("img", { alt: "" });
    const caption = make("figcaption", { dir: "auto" });
    const button = (label, onclick) =>
      make("button", { type: "button", onclick }, label);
    let shown = [];
    let at = 0;

    function show(index) {
      at = index;
      const link = shown[at];
      image.src = link.dataset.large;
      image.alt = link.querySelector("img").alt;
      caption.textContent = link.dataset.caption;
      status.textContent = fill(words.place, at + 1, shown.length);
      previous.disabled = at === 0;
      next.disabled = at === shown.length - 1;
    }
    function turn(step) {
      const to = at + step;
      if (to < 0 || to >= shown.length) return;
      show(to);
      // A button that can't be pressed any more would lose the focus.
      if (document.activeElement.disabled) close.focus();
    }

    const previous = button(words.previous, () => turn(-1));
    const next = button(words.next, () => turn(1));
    const close = button(words.close, () => dialog.close());
    const dialog = make(
      "dialog",
      { className: "lightbox kept-viewer", "aria-label": words.pictures },
      make("header", {}, status, close),
      make("figure", {}, image, caption),
      make("footer", {}, previous, next),
    );
    status.setAttribute("role", "status");
    dialog.addEventListener("keydown", ({ key }) => {
      if (key === "ArrowLeft") turn(isFromRight ? 1 : -1);
      if (key === "ArrowRight") turn(isFromRight ? -1 : 1);
    });
    dialog.addEventListener("close", () => {
      document.documentElement.style.overflow = "";
      shown[at].focus();
    });
    document.body.append(dialog);
    return (link) => {
      shown = pictures(link.closest("[data-gallery]"));
      show(shown.indexOf(link));
      document.documentElement.style.overflow = "hidden";
      dialog.showModal();
      close.focus();
    };
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-gallery] a[data-large]");
    const isPlain =
      event.button === 0 &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.shiftKey &&
      !event.altKey;
    if (!link || !isPlain) return;
    event.preventDefault();
    viewer ??= makeViewer();
    viewer(link);
  });

  // ── Search ─────────────────────────────────────────────────────────────────────────────────────

  const FOUND_MAX = 50;
  const plain = (text) =>
    text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  function prepareSearch(box) {
    const [input, status, list] = box.querySelectorAll("input, p, ul");
    const scripts = box.dataset.search.split(" ");
    let rocks;
    let open = 0;

    function load() {
      if (rocks) return;
      rocks = [];
      open = scripts.length;
      // Each script that is loaded calls this with its rocks.
      window.keepsakeRocks = (some) => rocks.push(...some);
      for (const src of scripts) {
        const script = make("script", { src });
        script.onload = script.onerror = () => --open || search();
        document.head.append(script);
      }
    }

    function search() {
      const asked = plain(input.value.trim());
      list.replaceChildren();
      status.textContent = "";
      if (asked === "") return;
      if (open > 0) return void (status.textContent = words.searching);
      const isNumber = /^\d+$/.test(asked);
      const found = rocks
        .filter(([number, artists, , , place]) =>
          isNumber
            ? String(number).startsWith(asked)
            : plain(`${artists} ${place}`).includes(asked),
        )
        .sort(([a], [b]) => a - b);
      for (const [number, artists, trips, path, place] of found.slice(
        0,
        FOUND_MAX,
      )) {
        const about = [
          place,
          artists === "UNKNOWN" ? "" : artists,
          count(words.journeys, trips),
        ].filter(Boolean);
        list.append(
          make(
            "li",
            {},
            make(
              "a",
              { href: box.dataset.root + path },
              fill(
                words.rock,
                number,
                about.reduce((list, next) => fill(words.list, list, next)),
              ),
            ),
          ),
        );
      }
      status.textContent =
        found.length === 0
          ? words.none
          : found.length > FOUND_MAX
            ? count(words.first, found.length, FOUND_MAX)
            : count(words.rocks, found.length);
    }

    input.addEventListener("input", () => {
      load();
      search();
    });
    box.hidden = false;
  }

  // ── Maps ───────────────────────────────────────────────────────────────────────────────────────

  const ZOOM = 1.6;
  const CLOSEST = 40;

  function prepareMap(map) {
    const svg = map.querySelector("svg");
    const whole = { ...boxOf(svg) };
    let box = whole;

    function boxOf({ viewBox: { baseVal } }) {
      const { x, y, width, height } = baseVal;
      return { x, y, width, height };
    }
    function show(to) {
      box = to;
      svg.setAttribute("viewBox", `${to.x} ${to.y} ${to.width} ${to.height}`);
      // Dots and numbers keep their size on the screen.
      svg.style.setProperty("--unit", to.width / (svg.clientWidth || 960));
      farther.disabled = to.width >= whole.width;
      closer.disabled = to.width <= whole.width / CLOSEST;
    }
    function clamp({ x, y, width, height }) {
      const inside = (at, size, from, whole) =>
        Math.max(from, Math.min(at, from + whole - size));
      return {
        x: inside(x, width, whole.x, whole.width),
        y: inside(y, height, whole.y, whole.height),
        width,
        height,
      };
    }
    function zoom(factor) {
      const width = Math.max(
        whole.width / CLOSEST,
        Math.min(whole.width, box.width / factor),
      );
      const height = (width / whole.width) * whole.height;
      show(
        clamp({
          x: box.x + (box.width - width) / 2,
          y: box.y + (box.height - height) / 2,
          width,
          height,
        }),
      );
    }
    const button = (label, sign, factor) =>
      make(
        "button",
        { type: "button", "aria-label": label, onclick: () => zoom(factor) },
        sign,
      );
    const closer = button(words.closer, "+", ZOOM);
    const farther = button(words.farther, "−", 1 / ZOOM);
    map.append(make("div", { className: "kept-zoom" }, closer, farther));

    let drag;
    svg.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && box.width < whole.width)
        drag = { x: event.clientX, y: event.clientY, box, hasMoved: false };
    });
    window.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const unit = box.width / svg.clientWidth;
      const x = (event.clientX - drag.x) * unit;
      const y = (event.clientY - drag.y) * unit;
      drag.hasMoved ||= Math.hypot(x, y) > 4 * unit;
      if (drag.hasMoved)
        show(clamp({ ...drag.box, x: drag.box.x - x, y: drag.box.y - y }));
    });
    window.addEventListener("pointerup", () => {
      // The click that ends a drag opens no pin.
      if (drag?.hasMoved)
        window.addEventListener("click", (event) => event.preventDefault(), {
          capture: true,
          once: true,
        });
      drag = undefined;
    });
    svg.addEventListener("dragstart", (event) => event.preventDefault());
    window.addEventListener("resize", () => show(box));
    show(whole);
  }

  for (const box of document.querySelectorAll(".kept-search"))
    prepareSearch(box);
  for (const map of document.querySelectorAll("[data-map]")) prepareMap(map);
})();
