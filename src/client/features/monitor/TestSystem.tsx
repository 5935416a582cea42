import { Bug, Database, Image, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { TEST_ERRORS, type TestError } from '#contract/monitor.constants.ts'
import { causeTestError } from '#client/features/monitor/data/monitor.actions.ts'
import { sentenceOf } from '#client/live/http.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { toast } from '#client/ui/toast.ts'

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

/** Errors on demand, to see the whole way that one goes. */
export const TestSystem = () => {
  const [pending, setPending] = useState<TestError | null>(null)
  const cause = async (errorType: TestError) => {
    setPending(errorType)
    try {
      await causeTestError(errorType)
      toast({ title: 'Test error triggered', description: 'The monitor should detect it within 30 seconds.' })
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Error',
        description: sentenceOf(error, 'Failed to trigger test error'),
      })
    } finally {
      setPending(null)
    }
  }
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
              pending={pending === type}
              disabled={pending !== null}
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
