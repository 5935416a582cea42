import type { Root } from 'react-dom/client'
import type { Socket } from 'socket.io-client'

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
const channels = new Set<BroadcastChannel>()
const timers = new Set<NodeJS.Timeout | number>()

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
  const { BroadcastChannel: Channel, setTimeout: later, setInterval: each } = globalThis
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name)
      channels.add(this)
    }
  }
  globalThis.setTimeout = noted(later as never)
  globalThis.setInterval = noted(each as never)
  return () => {
    for (const undo of restore) undo()
    Object.assign(globalThis, { BroadcastChannel: Channel, setTimeout: later, setInterval: each })
  }
}

const noted = <T extends (...args: never[]) => NodeJS.Timeout>(set: T): T =>
  Object.assign((...args: Parameters<T>) => {
    const timer = set(...args)
    timers.add(timer)
    return timer
  }, set)

/** The page is left: nothing of its modules happens any more. */
export function leavePage(): void {
  for (const root of openRoots) root.unmount()
  for (const socket of openSockets) socket.disconnect()
  for (const { target, args } of listening.splice(0)) target.removeEventListener(...args)
  for (const channel of channels) channel.close()
  for (const timer of timers) clearTimeout(timer)
  for (const open of [openRoots, openSockets, channels, timers]) open.clear()
  for (const noted of Object.values(signals)) noted.length = 0
}
