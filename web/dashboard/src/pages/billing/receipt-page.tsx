import type { Receipt } from '@heliograph/dashboard-api';
import { useParams } from 'react-router';
import { useReceipt } from '../../api/billing';
import { isNotFound } from '../../api/errors';
import {
  Button,
  ButtonLink,
  type Column,
  EmptyState,
  Facts,
  formatCount,
  Loaded,
  Loading,
  Mark,
  Money,
  PageHeader,
  Table,
  UtcTime,
} from '../../design';
import styles from './receipt-page.module.css';

/** `/billing/receipts/:id`: one payment, to print or save as PDF. */
export function Component() {
  const { id = '' } = useParams();
  const receipt = useReceipt(id);
  const number = receipt.data?.number;

  return (
    <div className={styles.page}>
      <PageHeader
        title="Receipt"
        documentTitle={number ? `Receipt ${number}` : 'Receipt'}
        before={{ to: '/billing', label: 'Billing' }}
        actions={
          receipt.data && (
            <Button icon="print" className={styles.print} onClick={() => window.print()}>
              Print or save as PDF
            </Button>
          )
        }
      />
      {isNotFound(receipt.error) ? (
        <EmptyState
          icon="card"
          title="Receipt not found"
          action={<ButtonLink to="/billing">Go to history</ButtonLink>}
        >
          Only payments from your own account have receipts.
        </EmptyState>
      ) : (
        <Loaded
          query={receipt}
          skeleton={<Loading label="Loading the receipt" lines={8} />}
          errorTitle="The receipt could not be loaded"
        >
          {(data) => <ReceiptSheet receipt={data} />}
        </Loaded>
      )}
    </div>
  );
}

function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { account } = receipt;
  const columns: Column<Receipt['lines'][number]>[] = [
    {
      id: 'description',
      header: 'Description',
      isHeading: true,
      cell: ({ description }) => description,
      footer: 'Total paid',
    },
    { id: 'quantity', header: 'Quantity', align: 'end', cell: ({ quantity }) => formatCount(quantity) },
    {
      id: 'amount',
      header: `Amount (${receipt.currency})`,
      align: 'end',
      cell: ({ amount }) => <Money amount={amount} />,
      footer: <Money amount={receipt.total} />,
    },
  ];
  return (
    <article className={styles.sheet} aria-label={`Receipt ${receipt.number}`}>
      <header className={styles.head}>
        <p className={styles.brand}>
          <Mark size={26} />
          Heliograph
        </p>
        <p className={styles.total}>
          <Money amount={receipt.total} /> <span className={styles.paid}>paid</span>
        </p>
      </header>
      <Facts
        facts={[
          { term: 'Receipt', value: receipt.number },
          { term: 'Paid', value: <UtcTime at={receipt.paidAt} /> },
          { term: 'Issued', value: <UtcTime at={receipt.issuedAt} /> },
          {
            term: 'Paid by',
            value: (
              <>
                {account.name && (
                  <>
                    <bdi>{account.name}</bdi>
                    <br />
                  </>
                )}
                <bdi>{account.email}</bdi>
                <br />
                <span className={styles.muted}>Account {account.id}</span>
              </>
            ),
          },
          { term: 'Payment reference', value: <code>{receipt.reference}</code> },
        ]}
      />
      <div className={styles.lines}>
        <Table
          caption={`Lines of receipt ${receipt.number}`}
          columns={columns}
          rows={receipt.lines}
          rowId={({ description }) => description}
          phone="scroll"
          hasFooter
          isPlain
        />
      </div>
    </article>
  );
}
