-- What operators tell everyone on the status page. One row. The previous version does not know the table.
CREATE TABLE identity.status_notice (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT status_notice_is_only CHECK (is_only),
  text text NOT NULL DEFAULT '',
  changed_at timestamptz
);

INSERT INTO identity.status_notice DEFAULT VALUES;
