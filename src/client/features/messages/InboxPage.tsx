import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PageOf } from '#contract/site.first-page.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { conversationOf } from '#client/features/messages/data/conversations.store.ts'
import type { Shelf } from '#client/features/messages/data/conversation-lists.ts'
import { seedConversations } from '#client/features/messages/data/messages.lists.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { importUntilHere, lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import type { RowMenuProps } from './conversation-menu.tsx'
import { ConversationList } from './ConversationList.tsx'
import { ThreadSkeleton } from './InboxSkeletons.tsx'
import type { JoinGroupProps } from './groups/JoinGroup.tsx'
import type { ThreadPaneProps } from './ThreadPane.tsx'
import type { ConversationShelfProps } from './shelves/Shelves.tsx'
import { shelfPath } from './shelf-path.ts'
import { useInboxSelection } from './useInboxSelection.ts'
import { useOfflineCopy } from './useOfflineCopy.ts'

// With the composer and the uploads it is two thirds of the code: the list is there before it.
const threadPane = lazyComponent<ThreadPaneProps>(
  async () => (await importUntilHere(() => import('./ThreadPane.tsx'))).ThreadPane,
)

const shelves = () => import('./shelves/Shelves.tsx')
const { Late: ShelfLinks } = lazyComponent(async () => (await shelves()).ShelfLinks)
const conversationShelf = lazyComponent<ConversationShelfProps>(
  async () => (await shelves()).ConversationShelf,
)

const { Late: JoinGroup } = lazyComponent<JoinGroupProps>(
  async () => (await import('./groups/JoinGroup.tsx')).JoinGroup,
)

const rowMenu = lazyComponent<RowMenuProps>(async () => (await import('./conversation-menu.tsx')).RowMenu)

/**
 * /messages: the list on the left, the thread on the right; on a phone each is a page of its own (LOOK,
 * Space).
 */
export const InboxPage = () => {
  const viewer = useRequiredViewer()
  usePageTitle(TITLES['/messages'])
  const navigate = useNavigate()
  const { selection, unknownPerson, anyRequested, shelf, token } = useInboxSelection()
  const currentId = selection?.conversationId ?? null
  const title = usePhonePages(anyRequested)
  const ThreadPane = useLazy(threadPane, true)
  const ShelfList = useLazy(conversationShelf, shelf !== null)
  const hasCopyAlone = useOfflineCopy()
  const list = { viewerId: viewer.id, currentId, Menu: useLazy(rowMenu, true) }
  return (
    <div className="grid h-full min-h-0 md:grid-cols-[minmax(0,min(20rem,40%))_minmax(0,1fr)]">
      <aside
        className={clsx(
          'min-h-0 overflow-y-auto border-hairline md:border-e',
          anyRequested && 'max-md:contents',
        )}
        aria-label="Conversations"
      >
        <div className={clsx('flex items-end gap-2 px-4 pt-4', anyRequested && 'max-md:contents')}>
          {/* A phone's thread has no room for the page's title, and is a page with one all the same. */}
          <h1
            ref={title}
            className={clsx('flex-1 font-display text-2xl', anyRequested && 'max-md:sr-only')}
            tabIndex={-1}
          >
            Messages
          </h1>
          <div className={clsx('h-8 shrink-0', (anyRequested || shelf) && 'max-md:hidden')}>
            {!shelf && <ShelfLinks />}
          </div>
        </div>
        <div className={clsx(anyRequested && 'max-md:hidden')}>
          {ShelfList && shelf ? (
            <ShelfList key={shelf} shelf={shelf} {...list} />
          ) : (
            <ConversationList {...list} />
          )}
        </div>
      </aside>
      <div className={clsx('min-h-0 min-w-0', !anyRequested && 'max-md:hidden')}>
        {token !== null ? (
          <JoinGroup token={token} />
        ) : selection && ThreadPane ? (
          <ThreadPane
            selection={selection}
            viewerId={viewer.id}
            // An accepted request, and what has left the archive, stands in the list.
            onBack={() => void navigate(shelfPath(isOnShelf(shelf, currentId) ? shelf : null))}
          />
        ) : (
          <NothingOpen
            waiting={selection !== null || (anyRequested && !unknownPerson)}
            unknown={unknownPerson}
            unkept={hasCopyAlone}
          />
        )}
      </div>
    </div>
  )
}

export const seedInbox = ({ conversations }: PageOf<'messages'>, _: unknown, askedAt: number): void =>
  seedConversations(conversations, askedAt)

interface NothingOpenProps {
  waiting: boolean
  unknown: boolean
  /** Only what this browser has kept can be opened. */
  unkept: boolean
}

const NothingOpen = ({ waiting, unknown, unkept }: NothingOpenProps) => {
  if (waiting && unkept)
    return (
      <EmptyState
        mascot="knight"
        title="This conversation is not kept here"
        className="h-full justify-center"
      >
        It will open when you are online again.
      </EmptyState>
    )
  if (waiting) return <ThreadSkeleton />
  return unknown ? (
    <EmptyState
      mascot="guard"
      title="User not found"
      action={<ButtonLink to="/messages">Back to conversations</ButtonLink>}
    />
  ) : (
    <EmptyState mascot="king" title="Select a conversation" className="h-full justify-center">
      What is said in the throne room stays in the throne room.
    </EmptyState>
  )
}

/** Whether a conversation, if the page still has it, stands on this shelf. */
function isOnShelf(shelf: Shelf | null, conversationId: string | null): boolean {
  const conversation = conversationId === null ? undefined : conversationOf(conversationId)
  if (!conversation) return true
  return shelf === 'requests' ? conversation.request !== undefined : conversation.archived === true
}

/** On a phone the list and the thread are two pages: moving between them moves focus to the heading. */
function usePhonePages(inThread: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(inThread)
  useEffect(() => {
    if (shown.current === inThread) return
    shown.current = inThread
    if (matchMedia('(width < 48rem)').matches) title.current?.focus({ preventScroll: true })
  }, [inThread])
  return title
}
