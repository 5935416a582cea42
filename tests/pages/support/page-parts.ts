import type { Root } from 'react-dom/client'
import type { Socket } from 'socket.io-client'
import { endLeftBehind, noteLeftBehind } from '#tests/support/left-behind.ts'

/** What the page has opened. */
export const openRoots = new Set<Root>()
export const openSockets = new Set<Socket>()

let current: (() => { url: string; cookie: string }) | undefined

/** What the page's sockets have sent and heard, each as JSON: '["watch",{"posts":["..."]}]'. */
export const signals = { sent: new Array<string>(), heard: new Array<string>() }

/** Sets where sockets connect to, and with which cookie. */
export const setPageCookie = (find: typeof current): void => void (current = find)
export const pageCookie = (): { url: string; cookie: string } => current!()

type Listening = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
type Arguments = Parameters<EventTarget['addEventListener']>

const listening: { target: Listening; args: Arguments }[] = []

/** Notes what modules of a page leave behind: listeners of the window, channels between tabs, timers. */
export function watchPage(): () => void {
  const restore = [window, document].map((target) => {
    const own = target.addEventListener
    target.addEventListener = function (this: Listening, ...args: Arguments) {
      listening.push({ target, args })
      return own.apply(target, args as never)
    } as never
    return () => Object.assign(target, { addEventListener: own })
  })
  const stopNoting = noteLeftBehind()
  return () => {
    for (const undo of restore) undo()
    stopNoting()
  }
}

/** The page is left: nothing of its modules happens any more. */
export function leavePage(): void {
  for (const root of openRoots) root.unmount()
  for (const socket of openSockets) socket.disconnect()
  for (const { target, args } of listening.splice(0)) target.removeEventListener(...args)
  for (const open of [openRoots, openSockets]) open.clear()
  endLeftBehind()
  for (const noted of Object.values(signals)) noted.length = 0
}
