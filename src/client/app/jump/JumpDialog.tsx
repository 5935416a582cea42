import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { LIMITS } from '#contract/limits.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Input } from '#client/ui/Input.tsx'
import { QueryScope } from '../QueryScope.tsx'
import { useJumpTargets, type JumpTarget } from './useJumpTargets.ts'
import { isComposing } from '#client/ui/composing.ts'

interface JumpDialogProps {
  onClose: () => void
}

/** A field, and below it where its words lead. The arrow keys choose, Enter goes there. */
export const JumpDialog = (props: JumpDialogProps) => (
  <QueryScope>
    <Targets {...props} />
  </QueryScope>
)

const Targets = ({ onClose }: JumpDialogProps) => {
  const listId = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const targets = useJumpTargets(typed)
  const current = Math.min(chosen, targets.length - 1)
  const go = (target: JumpTarget | undefined) => {
    if (!target) return
    onClose()
    void navigate(target.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((current + step + targets.length) % targets.length)
    else if (event.key === 'Enter' && !isComposing(event.nativeEvent)) go(targets[current])
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Where to, Your Majesty?"
      size="sm"
      anchored
    >
      <Input
        autoFocus
        role="combobox"
        aria-label="Jump to a person, a conversation or a page"
        aria-autocomplete="list"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={`${listId}-${current}`}
        placeholder="A name, or a page"
        maxLength={LIMITS.searchQuery}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Where to go"
        className="mt-3 -mx-2 max-h-[min(24rem,50dvh)] overflow-y-auto"
      >
        {targets.map((target, at) => (
          <Option
            key={`${target.to} ${target.label}`}
            id={`${listId}-${at}`}
            target={target}
            isChosen={at === current}
            onChoose={() => go(target)}
          />
        ))}
      </div>
    </Dialog>
  )
}

interface OptionProps {
  id: string
  target: JumpTarget
  isChosen: boolean
  onChoose: () => void
}

const Option = ({ id, target: { label, icon: Icon, person }, isChosen, onChoose }: OptionProps) => {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <button
      ref={row}
      type="button"
      id={id}
      role="option"
      // The field keeps the focus; the arrow keys choose.
      tabIndex={-1}
      aria-selected={isChosen}
      className="flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-wash-strong aria-selected:bg-wash-strong"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {person ? (
        <Avatar name={person.displayName} seed={person.handle} src={person.avatarUrl} size={32} />
      ) : (
        <span className="grid size-8 shrink-0 place-items-center text-ink-soft">
          {Icon && <Icon className="size-5" />}
        </span>
      )}
      <span className="one-line min-w-0 flex-1" dir="auto">
        {label}
        {person && <span className="ms-2 text-sm text-ink-faint">@{person.handle}</span>}
      </span>
      {person && Icon && <Icon aria-label="Conversation" className="size-4 shrink-0 text-ink-faint" />}
    </button>
  )
}
