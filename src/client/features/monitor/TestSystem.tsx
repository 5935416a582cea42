import { Bug, Database, Image, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { TEST_ERRORS, type TestError } from '#contract/monitor.constants.ts'
import { causeTestError } from '#client/features/monitor/data/monitor.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'

const TESTS: Record<TestError, { icon: ReactNode; label: string; what: string }> = {
  database: {
    icon: <Database />,
    label: 'Database Error',
    what: 'Gives the store an order that it does not know.',
  },
  media: {
    icon: <Image />,
    label: 'Media Error',
    what: 'Asks the storage for a file that nobody has uploaded.',
  },
  validation: {
    icon: <ShieldX />,
    label: 'Validation Error',
    what: 'Hands the store a record with half of it missing.',
  },
  runtime: { icon: <Bug />, label: 'Runtime Error', what: 'Sits down on a throne that is not there.' },
}

/** Causes test errors, to see how the monitor handles them. */
export const TestSystem = () => {
  const { pending, isPending, run } = useWrite()
  const cause = (errorType: TestError) =>
    run({
      target: errorType,
      write: () => causeTestError(errorType),
      done: () => ({
        title: 'Test error triggered',
        description: 'The monitor should detect it within 30 seconds.',
      }),
      failed: { title: 'Error', fallback: 'Failed to trigger test error' },
    })
  return (
    <Card title="Test System" className="mt-4">
      <p className="pb-4 text-sm text-ink-soft">
        Each of these really breaks on the server and goes the way of every error. It is detected within 30
        seconds, and marked as a test.
      </p>
      <ul className="grid gap-4 sm:grid-cols-2">
        {TEST_ERRORS.map((type) => (
          <li key={type} className="grid content-start gap-2">
            <Button
              block
              icon={TESTS[type].icon}
              pending={isPending(type)}
              disabled={pending}
              onClick={() => void cause(type)}
            >
              {TESTS[type].label}
            </Button>
            <p className="text-sm text-ink-soft">{TESTS[type].what}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
