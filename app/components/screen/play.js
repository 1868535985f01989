// Plays the scenes of /screen. Plain JavaScript of 2015, because it is sent as it is, to the browsers of TVs too.
(() => {
  "use strict";

  /** Milliseconds. The next scene is asked for this long before its turn. */
  const AHEAD = 4000;
  /** How long a picture may take after that, and how long old and new scene overlap: as in screen.css. */
  const PATIENCE = 10000;
  const FADE = 1600;
  /** After a failure, or without an answer for this long, the scene stays, and the next one is asked for again. */
  const RETRY = 10000;
  const ANSWER = 30000;
  const POINTER = 3000;

  const stage = document.getElementById("stage");
  const paused = document.getElementById("paused");
  const current = () => stage.lastElementChild;
  const version = current().getAttribute("data-version");
  let timer;

  function prepareIn(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(prepare, milliseconds);
  }

  const wait = (milliseconds) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));

  function prepare() {
    const address = current().getAttribute("data-next");
    const tooLate = wait(ANSWER).then(() => {
      throw new Error("No answer came.");
    });
    const asked = fetch(address + "&part=scene", { cache: "no-store" }).then(
      (answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      },
    );
    Promise.race([asked, tooLate])
      .then((html) => {
        const holder = document.createElement("div");
        holder.innerHTML = html;
        const scene = holder.firstElementChild;
        if (!scene || !scene.hasAttribute("data-next"))
          throw new Error("This is no scene.");
        if (scene.getAttribute("data-version") !== version)
          return window.location.replace(address);
        return Promise.all([
          wait(AHEAD),
          Promise.race([whenLoaded(scene), wait(PATIENCE)]),
        ]).then(() => {
          if (paused.hidden) show(scene);
        });
      })
      .catch(() => prepareIn(RETRY));
  }

  const picturesOf = (scene) => Array.from(scene.querySelectorAll("img"));

  const whenLoaded = (scene) =>
    Promise.all(
      picturesOf(scene).map(
        (image) =>
          new Promise((resolve) => {
            if (image.complete) return resolve();
            image.onload = image.onerror = resolve;
          }),
      ),
    );

  function show(scene) {
    // A picture that is gone since then is not shown as a broken one.
    for (const image of picturesOf(scene))
      if (image.complete && image.naturalWidth === 0) image.remove();
    const before = current();
    scene.classList.add("scene--comes");
    stage.appendChild(scene);
    setTimeout(() => {
      before.remove();
      scene.classList.remove("scene--comes");
    }, FADE);
    goOn();
  }

  const goOn = () =>
    prepareIn(Number(current().getAttribute("data-seconds")) * 1000 - AHEAD);

  function togglePause() {
    paused.hidden = !paused.hidden;
    document.body.classList.toggle("is-paused", !paused.hidden);
    if (paused.hidden) goOn();
    else clearTimeout(timer);
  }

  function toggleFullScreen() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (document.documentElement.requestFullscreen)
      document.documentElement.requestFullscreen().catch(() => {});
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === " ") togglePause();
    else if (event.key === "Enter" || event.key === "f") toggleFullScreen();
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", toggleFullScreen);

  let pointer;
  document.addEventListener("mousemove", () => {
    document.body.classList.add("has-pointer");
    clearTimeout(pointer);
    pointer = setTimeout(
      () => document.body.classList.remove("has-pointer"),
      POINTER,
    );
  });

  /** The browser lets the screen sleep again whenever the page is hidden. */
  function stayAwake() {
    if (navigator.wakeLock && document.visibilityState === "visible")
      navigator.wakeLock.request("screen").catch(() => {});
  }
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();

  goOn();
})();
