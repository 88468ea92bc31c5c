/* In a page that its author's server sends: loads it again as soon as it has changed. */
(() => {
  let seen = "{epoch}";
  let asked;
  const wait = async () => {
    asked = new AbortController();
    try {
      const answer = await fetch(`/livereload/${seen}`, { signal: asked.signal });
      const { epoch, pages } = await answer.json();
      seen = epoch;
      const here = decodeURI(location.pathname).replace(/\/$/, "/index.html");
      if (pages.includes("*") || pages.includes(here)) return location.reload();
    } catch (error) {
      if (error.name === "AbortError") return;
      await new Promise((later) => setTimeout(later, 1000));
    }
    wait();
  };
  const visible = () => (document.visibilityState === "visible" ? wait() : asked?.abort());
  addEventListener("visibilitychange", visible);
  visible();
})();
