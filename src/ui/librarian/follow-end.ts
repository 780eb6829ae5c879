/** How far from its end a text still counts as read to the end. In pixels. */
const CLOSE = 40;

/**
 * Keeps a scrolled element at its end while it grows, until the reader scrolls away from there; `tell` says whether the
 * end is followed. The element's first child is what grows.
 */
export class FollowEnd {
  #node: HTMLElement | undefined;
  #isFollowing = true;

  constructor(private readonly tell: (isFollowing: boolean) => void) {}

  readonly attach = (node: HTMLElement): (() => void) => {
    this.#node = node;
    let before = node.scrollTop;
    const onscroll = (): void => {
      const isClose = node.scrollHeight - node.scrollTop - node.clientHeight <= CLOSE;
      // What grows below is no reason to stay behind: only the reader goes up.
      if (isClose || node.scrollTop < before) this.#set(isClose);
      before = node.scrollTop;
    };
    const onresize = (): void => {
      if (this.#isFollowing) node.scrollTop = node.scrollHeight;
    };
    const watcher = new ResizeObserver(onresize);
    watcher.observe(node);
    if (node.firstElementChild) watcher.observe(node.firstElementChild);
    node.addEventListener('scroll', onscroll, { passive: true });
    onresize();
    return () => {
      watcher.disconnect();
      node.removeEventListener('scroll', onscroll);
    };
  };

  /** Goes to the end and stays there. */
  readonly toEnd = (): void => {
    this.#set(true);
    if (this.#node) this.#node.scrollTop = this.#node.scrollHeight;
  };

  /** Lets something be put before what is read, which stays where it is seen. */
  async keep(put: () => Promise<void>): Promise<void> {
    const node = this.#node;
    if (node === undefined) return put();
    const left = node.scrollHeight - node.scrollTop;
    this.#isFollowing = false;
    await put();
    node.scrollTop = node.scrollHeight - left;
  }

  #set(isFollowing: boolean): void {
    if (this.#isFollowing === isFollowing) return;
    this.#isFollowing = isFollowing;
    this.tell(isFollowing);
  }
}
