import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
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
  return (
    <Toast.Provider swipeThreshold={SWIPE} swipeDirection="right">
      {toasts.map((item) => (
        <One key={item.id} item={item} onClose={() => dismiss(item.id)} />
      ))}
      <Toast.Viewport className="rf-toasts" />
    </Toast.Provider>
  )
}
