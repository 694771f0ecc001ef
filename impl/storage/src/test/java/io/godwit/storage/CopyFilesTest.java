package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.environment.Storage;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class CopyFilesTest {
    /** A file that storages can read and that has no records; RocksDB itself refuses one. */
    private static final class WithoutRecords implements Storage.ArrivingFile {
        private boolean open;

        @Override
        public void append(ByteBuffer bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Storage.Cursor scan() {
            open = true;
            return new Storage.Cursor() {
                @Override
                public boolean isValid() {
                    return false;
                }

                @Override
                public byte[] key() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public byte[] value() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void next() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void close() {
                    open = false;
                }
            };
        }

        @Override
        public void ingest() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void discard() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            return "a file";
        }
    }

    @Test
    void fileWithoutRecordsIsNoCopy() {
        WithoutRecords file = new WithoutRecords();
        StoreException refused =
                assertThrows(StoreException.class, () -> new CopyFiles(null, null).read(1, file, new RecordCodec(2)));
        assertEquals("cannot use a file: it is empty", refused.getMessage());
        assertFalse(file.open, "the cursor is closed");
    }
}
