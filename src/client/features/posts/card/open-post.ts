import type { KeyboardEvent, MouseEvent } from 'react'

/** What does something else when it is pressed, and the comments, where people write. */
const BUSY = 'a, button, input, textarea, label, video, [role="button"], .s-post-comments'

const linkOf = (card: HTMLElement) => card.querySelector<HTMLAnchorElement>('header a[href^="/p/"]')

/** The card's link when its free area or text was pressed, else null. */
function pressedLink({ target, currentTarget: card, defaultPrevented }: MouseEvent<HTMLElement>) {
  // Menus and dialogs of the card are elsewhere in the document, but their events come here too.
  const isFree =
    target instanceof Element && card.contains(target) && target.closest(BUSY) === null && !defaultPrevented
  return isFree ? linkOf(card) : null
}

/** Whether the press ended a selection of text. */
const selectsText = (): boolean => getSelection()?.isCollapsed === false

const inNewTab = (link: HTMLAnchorElement) => void window.open(link.href, '_blank', 'noopener')

/**
 * The free area and the text of a card work like its link: a click opens the post, with the middle button, Ctrl
 * or Cmd in a new tab, and Enter on the focused card. They are no link, so that text can be selected and the
 * links in it work.
 */
export const opensPost = {
  onClick: (event: MouseEvent<HTMLElement>) => {
    const link = selectsText() || event.shiftKey || event.altKey ? null : pressedLink(event)
    if (link && (event.ctrlKey || event.metaKey)) inNewTab(link)
    else link?.click()
  },
  // Else the browser starts to scroll.
  onMouseDown: (event: MouseEvent<HTMLElement>) => {
    if (event.button === 1 && pressedLink(event)) event.preventDefault()
  },
  onAuxClick: (event: MouseEvent<HTMLElement>) => {
    const link = event.button === 1 ? pressedLink(event) : null
    if (link) inNewTab(link)
  },
  onKeyDown: ({ key, target, currentTarget: card }: KeyboardEvent<HTMLElement>) => {
    if (key === 'Enter' && target === card) linkOf(card)?.click()
  },
}
