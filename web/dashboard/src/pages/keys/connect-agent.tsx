import { useSession } from '../../api/session';
import { ButtonAnchor, Card, CodeBlock } from '../../design';
import { agentSetups } from './agent-setups';

/** How to connect an AI assistant with a key. */
export function ConnectAgent() {
  const { installation } = useSession();
  return (
    <Card
      title="Connect an agent"
      description="AI assistants use the data API as tools through the Model Context Protocol. Give each its own key with a cap."
      actions={<ButtonAnchor href="/docs/agents">How it works</ButtonAnchor>}
    >
      <CodeBlock label="Agent configuration" tabs={agentSetups(installation.apiUrl)} />
    </Card>
  );
}
