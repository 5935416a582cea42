import { LogOut, ShieldOff, ShieldPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminPersonView } from '#contract/admin.ts'
import {
  peopleRows,
  sendAdmin,
  sendModerator,
  sendPersonLogout,
  sendPersonRemoval,
  useLastSeen,
} from '#client/features/admin/data/people-rows.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Link } from '#client/ui/Link.tsx'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Num } from '#client/ui/Num.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { Cell, HeadCell, Table } from '#client/ui/Table.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { LOCALE } from '#client/ui/locale.ts'
import { serverNow } from '#client/ui/server-time.ts'

/** One row for each person: name, address, counts and admin rights. */
export const UsersTable = ({ people }: { people: readonly AdminPersonView[] }) => {
  const { pending, isPending, run } = useWrite()
  const [asked, setAsked] = useState<AskedRole | null>(null)
  const [toDelete, setToDelete] = useState<AdminPersonView | null>(null)
  const [leaving, setLeaving] = useState<AdminPersonView | null>(null)
  const act = (target: string, write: () => Promise<unknown>, done: string, sentence: string) =>
    run({ target, write, done, failed: { title: 'Error', sentence } })
  const change = ({ id, isAdmin }: AdminPersonView) => {
    const write = async () => peopleRows.apply([await sendAdmin(id, !isAdmin)])
    return act(id, write, 'Admin status updated', 'Failed to update admin status')
  }
  const changeModerator = ({ id, isModerator }: AdminPersonView) => {
    const write = async () => peopleRows.apply([await sendModerator(id, !isModerator)])
    const done = isModerator ? 'Moderator no longer' : 'Moderator made'
    return act(id, write, done, 'Failed to update moderator status')
  }
  const logOut = async ({ id }: AdminPersonView) => {
    await act(id, () => sendPersonLogout(id), 'Logged out everywhere', 'Failed to end the sessions')
    setLeaving(null)
  }
  const remove = async ({ id }: AdminPersonView) => {
    await act(id, () => sendPersonRemoval(id), 'User deleted', 'Failed to delete user')
    setToDelete(null)
  }
  return (
    <>
      <Table label="Users" rows className="mt-4">
        <Head />
        <tbody>
          {people.map((person) => (
            <Row
              key={person.id}
              person={person}
              busy={isPending(person.id)}
              onSwitch={() => (person.isAdmin ? void change(person) : setAsked({ person, role: 'admin' }))}
              onModerator={() =>
                person.isModerator ? void changeModerator(person) : setAsked({ person, role: 'moderator' })
              }
              onLogOut={() => setLeaving(person)}
              onDelete={() => setToDelete(person)}
            />
          ))}
        </tbody>
      </Table>
      <AskRole
        asked={asked}
        onConfirm={({ person, role }) => void (role === 'admin' ? change(person) : changeModerator(person))}
        onClose={() => setAsked(null)}
      />
      <AskLogOut person={leaving} pending={pending} onConfirm={logOut} onClose={() => setLeaving(null)} />
      <AlertDialog
        open={toDelete !== null}
        onOpenChange={(open) => !open && setToDelete(null)}
        title={`Delete @${toDelete?.handle ?? ''}?`}
        description="This also deletes their posts, comments, messages and files. You cannot undo it."
        confirmLabel="Delete"
        pending={pending}
        pendingLabel="Deleting..."
        onConfirm={() => toDelete && void remove(toDelete)}
      />
    </>
  )
}

const Head = () => (
  <thead>
    <tr>
      <HeadCell>User</HeadCell>
      <HeadCell>Email</HeadCell>
      <HeadCell numeric>Posts</HeadCell>
      <HeadCell numeric>Followers</HeadCell>
      <HeadCell>Joined</HeadCell>
      <HeadCell>Last seen</HeadCell>
      <HeadCell>Status</HeadCell>
      <HeadCell>Admin</HeadCell>
      <HeadCell pinned>Actions</HeadCell>
    </tr>
  </thead>
)

interface AskedRole {
  person: AdminPersonView
  role: 'admin' | 'moderator'
}

const ROLES = {
  admin: {
    title: (handle: string) => `Crown @${handle}?`,
    description: 'Admins see every e-mail address and can remove anything and anybody.',
    confirmLabel: 'Crown',
  },
  moderator: {
    title: (handle: string) => `Make @${handle} a moderator?`,
    description:
      'Moderators decide about reports, appeals and the review queue. They see no e-mail addresses and no settings.',
    confirmLabel: 'Make a moderator',
  },
} as const

interface AskRoleProps {
  asked: AskedRole | null
  onConfirm: (asked: AskedRole) => void
  onClose: () => void
}

const AskRole = ({ asked, onConfirm, onClose }: AskRoleProps) => {
  const { title, description, confirmLabel } = ROLES[asked?.role ?? 'admin']
  return (
    <AlertDialog
      open={asked !== null}
      onOpenChange={(open) => !open && onClose()}
      title={title(asked?.person.handle ?? '')}
      description={description}
      confirmLabel={confirmLabel}
      destructive={false}
      onConfirm={() => {
        if (asked) onConfirm(asked)
        onClose()
      }}
    />
  )
}

interface AskLogOutProps {
  person: AdminPersonView | null
  pending: boolean
  onConfirm: (person: AdminPersonView) => Promise<void>
  onClose: () => void
}

const AskLogOut = ({ person, pending, onConfirm, onClose }: AskLogOutProps) => (
  <AlertDialog
    open={person !== null}
    onOpenChange={(open) => !open && onClose()}
    title={`Log @${person?.handle ?? ''} out everywhere?`}
    description="All their sessions end now. They can log in again."
    confirmLabel="Log out"
    pending={pending}
    pendingLabel="Logging out..."
    onConfirm={() => person && void onConfirm(person)}
  />
)

interface RowProps {
  person: AdminPersonView
  busy: boolean
  onSwitch: () => void
  onModerator: () => void
  onLogOut: () => void
  onDelete: () => void
}

const Row = ({ person, busy, onSwitch, ...actions }: RowProps) => {
  const isSelf = useViewer()?.id === person.id
  return (
    <tr>
      <Cell>
        <Link to={`/u/${person.handle}`} className="flex max-w-52 min-w-0 items-center gap-2.5">
          <Avatar name={person.displayName} seed={person.handle} src={person.avatarUrl} size={32} />
          <span className="min-w-0 leading-4.5">
            <span className="one-line block font-semibold hover:underline">{person.displayName}</span>
            <span className="one-line block text-xs text-ink-faint">@{person.handle}</span>
          </span>
        </Link>
      </Cell>
      <Cell label="Email">
        <span className="one-line block md:max-w-26" title={person.email}>
          {person.email}
        </span>
      </Cell>
      <Cell numeric label="Posts">
        <Num value={person._count.posts} />
      </Cell>
      <Cell numeric label="Followers">
        <Num value={person._count.followers} />
      </Cell>
      <Cell short label="Joined" className="whitespace-nowrap">
        <RelativeTime at={person.createdAt} />
      </Cell>
      <Cell short label="Last seen" className="whitespace-nowrap">
        <LastSeen id={person.id} />
      </Cell>
      <Cell short label="Status">
        <AccountStatus person={person} />
      </Cell>
      <Cell short label="Admin">
        <Switch
          aria-label={`@${person.handle} is an admin`}
          checked={person.isAdmin}
          disabled={isSelf}
          pending={busy}
          onChange={onSwitch}
        />
      </Cell>
      <Cell label="Actions" pinned>
        <Actions person={person} busy={busy} isSelf={isSelf} {...actions} />
      </Cell>
    </tr>
  )
}

const Actions = ({
  person,
  busy,
  isSelf,
  onModerator,
  onLogOut,
  onDelete,
}: Omit<RowProps, 'onSwitch'> & { isSelf: boolean }) => (
  <div className="flex">
    <IconButton
      label={
        person.isModerator ? `Remove @${person.handle} as moderator` : `Make @${person.handle} a moderator`
      }
      size="sm"
      icon={person.isModerator ? <ShieldOff /> : <ShieldPlus />}
      disabled={person.isAdmin || busy}
      onClick={onModerator}
    />
    <IconButton
      label={`Log @${person.handle} out everywhere`}
      size="sm"
      icon={<LogOut />}
      disabled={isSelf}
      onClick={onLogOut}
    />
    <IconButton
      label={`Delete @${person.handle}`}
      size="sm"
      icon={<Trash2 />}
      disabled={isSelf}
      onClick={onDelete}
    />
  </div>
)

/** Known since the row was fetched; not of people whose rows were only pushed. */
const LastSeen = ({ id }: { id: string }) => {
  const at = useLastSeen(({ seen }) => seen.get(id))
  if (at === undefined) return '-'
  return at === null ? 'Never' : <RelativeTime at={at} />
}

/** Banned, or suspended and until when; otherwise the role. */
const AccountStatus = ({
  person: { bannedAt, suspendedUntil, isModerator },
}: {
  person: Pick<AdminPersonView, 'bannedAt' | 'suspendedUntil' | 'isModerator'>
}) => {
  if (bannedAt) return <Badge tone="danger">Banned</Badge>
  if (!suspendedUntil || Date.parse(suspendedUntil) <= serverNow())
    return isModerator ? <Badge tone="brass">Moderator</Badge> : <span className="text-ink-soft">Active</span>
  return (
    // In two lines: in one the row would push its actions out of the table.
    <span className="inline-flex flex-col items-start gap-0.5">
      <Badge tone="danger">Suspended</Badge>{' '}
      <span className="text-xs whitespace-nowrap text-ink-soft">
        until {new Date(suspendedUntil).toLocaleDateString(LOCALE)}
      </span>
    </span>
  )
}
