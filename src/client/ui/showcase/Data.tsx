import { Crown } from 'lucide-react'
import { Avatar } from '../Avatar.tsx'
import { Badge } from '../Badge.tsx'
import { Card } from '../Card.tsx'
import { CountBadge } from '../CountBadge.tsx'
import { Num } from '../Num.tsx'
import { Progress } from '../Progress.tsx'
import { RelativeTime } from '../RelativeTime.tsx'
import { RichText } from '../RichText.tsx'
import { Separator } from '../Separator.tsx'
import { StatCard } from '../StatCard.tsx'
import { Cell, EmptyRow, HeadCell, Table } from '../Table.tsx'
import { ExampleRow } from './Shelf.tsx'

const NAMES = [
  'Sir Flush',
  'Duchess of Drain',
  'Ada',
  'مريم الملكة',
  '👑 King',
  'Łukasz Żółw',
  'Jean-Baptiste Poquelin',
]
const SIZES = [24, 32, 40, 48, 64, 96] as const
const OPENED = Date.now()
const AGES = [5_000, 5 * 60_000, 3 * 3_600_000, 2 * 86_400_000, 30 * 86_400_000]
const WRITTEN = `Long live @sir_flushalot! Read the decree at https://example.com/decrees/2026/a-very-long-address-that-never-ends #royalflush #Łódź
A second line, kept. <b>No markup</b>, e-mail me@example.com is not a mention.`

const Faces = () => (
  <>
    <ExampleRow label="Avatar">
      {SIZES.map((size, index) => (
        <Avatar key={size} name={NAMES[index] ?? ''} size={size} online={index % 2 === 0} />
      ))}
      <Avatar name="Gone" src="/nowhere.png" />
    </ExampleRow>
    <ExampleRow label="Badge">
      <Badge>NSFW</Badge>
      <Badge tone="royal">Published</Badge>
      <Badge tone="brass" icon={<Crown />}>
        Royal Decree
      </Badge>
      <Badge tone="live" pulse>
        Live Data
      </Badge>
      <Badge tone="danger">pending</Badge>
      <CountBadge count={3} label="unread" />
      <CountBadge count={12} label="unread" />
      <CountBadge count={120} cap="wide" label="unread" />
      <CountBadge count={7} tone="live" label="online" />
      <CountBadge count={7} tone="danger" label="pending" />
    </ExampleRow>
    <ExampleRow label="StatCard" column>
      <StatCard icon={<Crown />} label="Thrones" value={1_234} note="+5 today" />
    </ExampleRow>
    <ExampleRow label="Times and numbers">
      {AGES.map((age) => (
        <RelativeTime key={age} at={OPENED - age} />
      ))}
      {[7, 1_234, 15_300, 2_400_000].map((value) => (
        <Num key={value} value={value} />
      ))}
    </ExampleRow>
    <ExampleRow label="Rich text" column>
      <RichText text={WRITTEN} className="max-w-feed text-read" />
      <RichText text={'مرحبا @sir_flushalot هذا منشور #عرش من اليمين'} className="max-w-feed text-read" />
      <RichText text={'A'.repeat(120)} className="max-w-feed text-read" />
    </ExampleRow>
  </>
)

const People = () => (
  <Card
    title="Users"
    action={
      <Badge tone="live" pulse>
        Live Data
      </Badge>
    }
    flush
  >
    <Table label="Users">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Email</HeadCell>
          <HeadCell numeric>Posts</HeadCell>
          <HeadCell numeric>Followers</HeadCell>
        </tr>
      </thead>
      <tbody>
        {NAMES.slice(0, 4).map((name, index) => (
          <tr key={name}>
            <Cell>
              <span className="flex items-center gap-3 font-semibold">
                <Avatar name={name} size={32} />
                <bdi>{name}</bdi>
              </span>
            </Cell>
            <Cell>{`subject${index}@palace.example`}</Cell>
            <Cell numeric>{index * 117 + 9}</Cell>
            <Cell numeric>
              <Num value={index * 1_170 + 90} compact={false} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  </Card>
)

const Nobody = () => (
  <Card flush>
    <Table label="Nobody">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Email</HeadCell>
        </tr>
      </thead>
      <tbody>
        <EmptyRow columns={2}>No users found</EmptyRow>
      </tbody>
    </Table>
  </Card>
)

const Figures = () => (
  <>
    <ExampleRow label="Card and table" column>
      <People />
      <Nobody />
    </ExampleRow>
    <ExampleRow label="Progress and separators" column>
      <Progress label="Upload" value={62} />
      <Progress label="Share" value={85} tone="brass" />
      <Separator label="or" />
    </ExampleRow>
  </>
)

/** Avatars, counts, tables. */
export const Data = () => (
  <>
    <Faces />
    <Figures />
  </>
)
