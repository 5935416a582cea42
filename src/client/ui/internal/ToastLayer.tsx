import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useLayoutEffect, useRef } from 'react'
import { Link } from '../Link.tsx'
import { IconButton } from '../IconButton.tsx'
import { useToasts } from '../toast.ts'
import type { ToastAction, ToastItem } from '../toast.ts'
import './ToastLayer.css'

/** How long a toast is shown (ms) and how far a swipe must go to close it (px): product section 9. */
const DURATION = 5_000
const SWIPE = 50

const Action = ({ action }: { action: ToastAction }) => (
  <Toast.Action asChild altText={action.label}>
    {'to' in action ? (
      <Link to={action.to} className="rf-toast-action">
        {action.label}
      </Link>
    ) : (
      <button type="button" className="rf-toast-action" onClick={action.onSelect}>
        {action.label}
      </button>
    )}
  </Toast.Action>
)

const One = ({ item, onClose }: { item: ToastItem; onClose: () => void }) => (
  <Toast.Root
    open={item.open}
    onOpenChange={(open) => !open && onClose()}
    duration={item.durationMs ?? DURATION}
    type={item.variant === 'destructive' ? 'foreground' : 'background'}
    className={clsx('rf-toast', item.variant === 'destructive' && 'rf-toast-destructive')}
  >
    <div className="min-w-0">
      <Toast.Title className="rf-toast-title">{item.title}</Toast.Title>
      {item.description && (
        <Toast.Description className="rf-toast-description">{item.description}</Toast.Description>
      )}
      {item.reason && <p className="rf-toast-description">{item.reason}</p>}
    </div>
    {item.action && (
      <div className="rf-toast-actions">
        <Action action={item.action} />
        {item.secondAction && <Action action={item.secondAction} />}
      </div>
    )}
    <Toast.Close asChild>
      <IconButton label="Close" icon={<X />} size="sm" tooltip={false} className="rf-toast-close" />
    </Toast.Close>
  </Toast.Root>
)

/** The area of the toasts. F8 moves the focus there (Radix's default shortcut). */
export const ToastLayer = () => {
  const { toasts, dismiss } = useToasts()
  const area = usePlace(toasts[0]?.id)
  return (
    <Toast.Provider swipeThreshold={SWIPE} swipeDirection="right">
      {toasts.map((item) => (
        <One key={item.id} item={item} onClose={() => dismiss(item.id)} />
      ))}
      <Toast.Viewport ref={area} className="rf-toasts" />
    </Toast.Provider>
  )
}

/** Keeps a phone's toast off the page's title and off the field that people write in. */
function usePlace(newest: number | undefined) {
  const area = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    const { current } = area
    if (!current || newest === undefined) return undefined
    // Its height is known when the toast is in it.
    const observer = new ResizeObserver(() => place(current))
    observer.observe(current)
    return () => observer.disconnect()
  }, [newest])
  return area
}

const HEADS = 'main :is(h1, [data-head])'
const FIELDS = ':is(textarea, input:focus)'

/** Where CSS puts it, else below a head that is there, else at the lower edge. */
function place(area: HTMLElement): void {
  area.style.removeProperty('--below')
  delete area.dataset['low']
  const { top, height } = area.getBoundingClientRect()
  const boxOf = (element: Element) => element.getBoundingClientRect()
  const heads = [...document.querySelectorAll(HEADS)].map(boxOf)
  const inTheWay = [...heads, ...[...document.querySelectorAll(FIELDS)].map(boxOf)]
  const isFree = (from: number) => inTheWay.every((box) => box.bottom <= from || box.top >= from + height)
  const free = [top, ...heads.map(({ bottom }) => bottom)].find((from) => from >= top && isFree(from))
  if (free === undefined) area.dataset['low'] = ''
  else if (free > top) area.style.setProperty('--below', `${free}px`)
}
